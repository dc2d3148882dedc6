import { element } from '../dom.js'

/** The time to a deadline, which counts down while the element is on the page. */
export function countdown(deadline: number): HTMLElement {
  const shown = element('span', { class: 'countdown', role: 'timer' })
  const tick = () => {
    shown.textContent = describe(deadline - Math.floor(Date.now() / 1000))
  }
  tick()
  const timer = setInterval(() => (shown.isConnected ? tick() : clearInterval(timer)), 1000)
  return shown
}

const day = 86_400
/** Where a year has no meaning any more. */
const longest = 36_500 * day

function describe(left: number): string {
  if (left > longest) return 'never expires, in effect'
  const size = Math.abs(left)
  const clock = [Math.floor((size % day) / 3600), Math.floor((size % 3600) / 60), size % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const text = size >= day ? `${Math.floor(size / day)} d ${clock}` : clock
  return left < 0 ? `expired ${text} ago` : `${text} left`
}
