/** Scroll distance at which the header gets a shadow. */
const THRESHOLD_PX = 100;

export function watchHeader(): void {
  const header = document.getElementById('header');
  const update = (): void => void header?.toggleAttribute('data-scrolled', scrollY > THRESHOLD_PX);
  addEventListener('scroll', update, { passive: true });
  update();
}
