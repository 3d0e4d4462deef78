// Keeps the whole app for use without a network. The build fills in the version and the files.
const CACHE = "equipoise-" + "VERSION";
const FILES = ["FILES"];

// A host that does not compress has the module packed as well.
async function keep(cache, file) {
  const get = (name) => fetch(new Request(name, { cache: "reload" }));
  let found = await get(file);
  if (!found.ok) throw new Error(`${file}: ${found.status}`);
  if (file.endsWith(".wasm") && !found.headers.has("content-encoding") && "DecompressionStream" in self) {
    const packed = await get(`${file}.gz`).catch(() => null);
    if (packed?.ok && !packed.headers.has("content-encoding")) {
      await found.body.cancel();
      found = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });
    }
  }
  await cache.put(file, found);
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
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
