// Comforts on top of pages that work without them: line numbers, jumping to a finding, Ctrl+Enter, no stale pages.
"use strict";

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // a page kept by the back button may be somebody else's
});

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    const form = document.activeElement && document.activeElement.closest("form");
    if (form) form.requestSubmit();
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 3000);
});

const text = document.getElementById("text");
if (text) {
  const gutter = text.parentElement.querySelector(".gutter");
  const number = () => {
    const faulty = new Set([...document.querySelectorAll("[data-line]")].map((one) => Number(one.dataset.line)));
    const lines = text.value.split("\n").length;
    gutter.replaceChildren();
    for (let line = 1; line <= lines; line += 1) {
      const mark = document.createElement(faulty.has(line) ? "mark" : "span");
      mark.textContent = line + "\n";
      gutter.append(mark);
    }
    gutter.scrollTop = text.scrollTop;
  };
  text.addEventListener("input", number);
  text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
  document.body.addEventListener("htmx:afterSwap", number);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.line");
    if (!link) return;
    event.preventDefault();
    const line = Number(link.dataset.line);
    const before = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = text.value.indexOf("\n", before);
    text.focus();
    text.setSelectionRange(before, end < 0 ? text.value.length : end);
    const height = text.scrollHeight / text.value.split("\n").length;
    text.scrollTop = Math.max(0, (line - 5) * height);
    text.scrollIntoView({ block: "nearest" });
  });
  number();
}

const link = document.querySelector("input.link");
if (link) link.select();
