import { button, element } from '../dom.js'

/** A long value that can be copied. */
export function copyField(label: string, value: string): HTMLElement {
  const copy = button('Copy', async () => {
    await navigator.clipboard.writeText(value)
    copy.textContent = 'Copied'
  })
  copy.setAttribute('aria-label', `Copy ${label}`)
  return element('div', { class: 'copy' }, element('h4', {}, label), copy, element('code', {}, value))
}
