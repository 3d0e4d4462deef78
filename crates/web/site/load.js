// Fetches a large file. A host that does not compress has it packed as well, and the page unpacks it.
export async function load(name) {
  const stop = new AbortController();
  const plain = await fetch(new URL(name, import.meta.url), { signal: stop.signal });
  const isPacked = plain.headers.has("content-encoding");
  // What the service worker keeps needs no network.
  if (!plain.ok || isPacked || navigator.serviceWorker?.controller || !("DecompressionStream" in self)) return plain;
  const packed = await fetch(new URL(`${name}.gz`, import.meta.url)).catch(() => null);
  if (!packed?.ok) return plain;
  stop.abort();
  // Some hosts say that the file is a packed one, and then the browser has unpacked it already.
  const body = packed.headers.has("content-encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": "application/wasm" } });
}
