// Before anything is painted: the colours, which view the address names, and the day.
try {
  const { theme } = JSON.parse(localStorage.getItem("equipoise/1/likes") ?? "{}");
  if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // What is kept cannot be read; the module will say so.
}
if (!["", "#", "#/"].includes(location.hash)) document.documentElement.dataset.elsewhere = "";
document.addEventListener("DOMContentLoaded", () => {
  const now = new Date();
  const hello = now.getHours() < 12 ? "Good morning." : now.getHours() < 18 ? "Good afternoon." : "Good evening.";
  const day = now.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }).replace(",", "");
  document.getElementById("hello").textContent = hello;
  document.getElementById("day").textContent = `Five puzzles for ${day}. The same for everybody, each with one solution, proved.`;
});
