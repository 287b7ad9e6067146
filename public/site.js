// What moves on the public pages, without a framework. It listens on the document, so it serves whatever page is shown, also one
// that the router put there later (components/layout/without-runtime.tsx). Loaded once, by the layout of the public pages.
(() => {
  /** The closest element around an event's target that fits. */
  const around = (event, selector) =>
    event.target instanceof Element ? event.target.closest(selector) : null;

  // The menu. Buttons command the dialog by themselves where the browser knows that (`commandfor`).
  const invokers = "command" in HTMLButtonElement.prototype;
  document.addEventListener("click", (event) => {
    const button = invokers ? null : around(event, "button[commandfor]");
    const target = button && document.getElementById(button.getAttribute("commandfor"));
    if (target instanceof HTMLDialogElement) {
      if (button.getAttribute("command") === "close") target.close();
      else target.showModal();
      return;
    }
    // A press beside a dialog, or on a link in it, closes it. Those that buttons command have an id; others are not ours.
    const dialog = around(event, "dialog[open][id]");
    if (dialog && (event.target === dialog || around(event, "a"))) dialog.close();
  });

  // The carousel (components/home/carousel.tsx).
  const EVERY_MS = 7_000;
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  const trackOf = (carousel) => carousel.querySelector("[data-carousel-track]");
  const indexOf = (track) => Math.round(track.scrollLeft / Math.max(1, track.clientWidth));

  /** Browsers drop a smooth scroll that starts during another one. */
  const targets = new WeakMap();

  function show(track, index) {
    const count = track.children.length;
    const target = (index + count) % count;
    targets.set(track, target);
    track.scrollTo({
      left: track.children[target].offsetLeft - track.offsetLeft,
      behavior: stillness.matches ? "instant" : "smooth",
    });
  }

  function go(carousel, by) {
    const track = trackOf(carousel);
    show(track, (targets.get(track) ?? indexOf(track)) + by);
  }

  const looks = (carousel) => carousel.matches(":hover, :focus-within") || "paused" in carousel.dataset;

  /** A new slide is announced only if the slides do not change by themselves. */
  function tell(carousel) {
    const moves = !stillness.matches && !looks(carousel);
    carousel.querySelector("[data-carousel-place]")?.setAttribute("aria-live", moves ? "off" : "polite");
  }

  document.addEventListener("click", (event) => {
    const dot = around(event, "[data-carousel-show]");
    if (dot) show(trackOf(dot.closest("[data-carousel]")), Number(dot.dataset.carouselShow));
    const control = around(event, "[data-carousel-does]");
    const carousel = control?.closest("[data-carousel]");
    if (!carousel) return;
    if (control.dataset.carouselDoes === "pause") carousel.toggleAttribute("data-paused");
    else go(carousel, control.dataset.carouselDoes === "next" ? 1 : -1);
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const carousel = by && around(event, "[data-carousel]");
    if (!carousel) return;
    event.preventDefault();
    go(carousel, by);
  });
  const onScroll = (event) => {
    const track = around(event, "[data-carousel-track]");
    const carousel = track?.closest("[data-carousel]");
    const place = carousel?.querySelector("[data-carousel-place]");
    if (!place) return;
    tell(carousel);
    const index = indexOf(track);
    place.textContent = `Slide ${index + 1} of ${track.children.length}`;
    for (const dot of carousel.querySelectorAll("[data-carousel-show]"))
      dot.setAttribute("aria-current", String(Number(dot.dataset.carouselShow) === index));
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  const onScrollEnd = (event) => {
    const track = around(event, "[data-carousel-track]");
    const target = targets.get(track);
    targets.delete(track);
    if (target !== undefined && indexOf(track) !== target) show(track, target);
  };
  document.addEventListener("scrollend", onScrollEnd, true);
  const onSwipe = (event) => targets.delete(around(event, "[data-carousel-track]"));
  document.addEventListener("touchstart", onSwipe, { passive: true });
  document.addEventListener("wheel", onSwipe, { passive: true });
  setInterval(() => {
    const carousel = document.querySelector("[data-carousel]");
    if (!carousel || stillness.matches || looks(carousel) || document.visibilityState !== "visible") return;
    tell(carousel);
    go(carousel, 1);
  }, EVERY_MS);
})();
