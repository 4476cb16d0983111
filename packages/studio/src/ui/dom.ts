/** The parts of index.html, by their ids. */

export function find<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element as E;
}

export function setPressed(button: HTMLElement, isPressed: boolean): void {
  button.setAttribute("aria-pressed", String(isPressed));
}
