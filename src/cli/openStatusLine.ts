import type { WriteStream } from 'node:tty'

/** A status text in the last line of a terminal. Each text overwrites the one before. */
export type StatusLine = {
  /** Returns whether it is time for the next text. */
  isDue(): boolean
  show(text: string): void
  clear(): void
}

export type Terminal = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

let clearShown: (() => unknown) | undefined

/** Clears the status line. Call this before writing anything else. */
export function clearStatusLine(): void {
  clearShown?.()
  clearShown = undefined
}

/** Opens a status line; undefined if the stream is not a terminal. */
export function openStatusLine(everyMs: number, stream: Terminal = process.stderr): StatusLine | undefined {
  if (!stream.isTTY || process.env.TERM === 'dumb') return undefined
  const clear = '\r\x1b[K'
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    isDue() {
      const now = performance.now()
      if (now - shownAt < everyMs) return false
      shownAt = now
      return true
    },
    show(text) {
      clearShown = () => stream.write(clear)
      // Cut the text to one line: `clear` clears only one.
      stream.write(clear + cutAtWord(text, (stream.columns || 80) - 1))
    },
    clear() {
      clearShown = undefined
      stream.write(clear)
    },
  }
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const end = text[length] === ' ' ? length : cut.lastIndexOf(' ')
  return end > 0 ? cut.slice(0, end) : cut
}
