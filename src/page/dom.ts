type Child = Node | string | undefined | false

/** Creates an element. Text becomes text nodes, never markup. */
export function element<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label)
  made.addEventListener('click', onClick)
  return made
}

/** Creates a part that the user can unfold. */
export function fold(summary: Node | string, ...content: Child[]): HTMLElement {
  return element('details', {}, element('summary', {}, summary), ...content)
}

/** Shortens an id, a hash or an address. */
export function shorten(value: string): string {
  return value.length > 20 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
}

/** Returns an element of the page's own HTML. */
export function byId<made extends HTMLElement = HTMLElement>(id: string): made {
  return document.getElementById(id) as made
}

/** Offers text as a file. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content)
  element('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
