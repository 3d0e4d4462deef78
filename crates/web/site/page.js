// Starts the page, and the service worker that makes it work offline.
import { load } from "./load.js";

const module = load("./app_bg.wasm");
const { default: init, page } = await import("./app.js");
await init({ module_or_path: module });
page();

if ("serviceWorker" in navigator) {
  const update = document.getElementById("update");
  // A new version waits until the player agrees.
  const offer = (worker) => {
    update.hidden = false;
    document.getElementById("update-now").onclick = () => worker.postMessage("go");
    document.getElementById("update-later").onclick = () => (update.hidden = true);
  };
  try {
    const hadOne = Boolean(navigator.serviceWorker.controller);
    const registration = await navigator.serviceWorker.register("./sw.js");
    if (registration.waiting && hadOne) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
      });
    });
    let reloaded = !hadOne;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!reloaded) location.reload();
      reloaded = true;
    });
  } catch {
    // Without a service worker the app works as long as there is a network.
  }
}
