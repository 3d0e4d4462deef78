// Keeps the whole app for use without a network. The build fills in the version and the files.
const CACHE = "equipoise-" + "VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("equipoise-") && name !== CACHE);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "go") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const page = request.mode === "navigate";
  event.respondWith(
    caches.open(CACHE).then((cache) =>
      cache.match(page ? "./index.html" : request, { ignoreSearch: true }).then((found) => found ?? fetch(request)),
    ),
  );
});
