type Child = Node | string | undefined | false

/** Makes an element. Text becomes text nodes, never markup. */
export function element<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...present(children))
  return made
}

const svgNamespace = 'http://www.w3.org/2000/svg'

export function svgElement(
  tag: string,
  attributes: Record<string, string>,
  ...children: Child[]
): SVGElement {
  const made = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...present(children))
  return made
}

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label)
  made.addEventListener('click', onClick)
  return made
}

/** The element of the page's own HTML. */
export function byId<made extends HTMLElement = HTMLElement>(id: string): made {
  return document.getElementById(id) as made
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined && child !== false)
}
