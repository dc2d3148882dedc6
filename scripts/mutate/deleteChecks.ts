const modifier = / (nonReentrant|initializer|whenNotPaused|whenPaused|onlyRole\(\w+\))(?=[ \n])/g
const statement =
  /(?<=[\s;{)])(?<!(=|return)\s+)((super\.)?_(check|match|require)\w*\([^;{]*\)|_raisePolicyEpoch\(\));/g

/** Deletes each check of a contract, one at a time: a condition that reverts, the call of a check, a modifier. */
export function deleteChecks(source: string): { name: string; source: string }[] {
  const found: { name: string; source: string }[] = []
  const add = (start: number, end: number, replacement: string) => {
    if (source.slice(source.lastIndexOf('\n', start), start).includes('//')) return
    const text = source.slice(start, end).replace(/\s+/g, ' ').trim()
    const same = found.filter(({ name }) => name.replace(/ #\d+$/, '') === `without ${text}`).length
    const name = `without ${text}${same ? ` #${same + 1}` : ''}`
    found.push({ name, source: source.slice(0, start) + replacement + source.slice(end) })
  }
  for (const { index } of source.matchAll(/\bif \(/g)) {
    const end = closing(source, index + 3)
    if (/\brevert\b/.test(source.slice(end, statementEnd(source, end)))) add(index, end, 'if (false)')
  }
  for (const { index, 0: text } of source.matchAll(statement)) add(index, index + text.length, '{}')
  for (const { index, 0: text } of source.matchAll(modifier)) add(index, index + text.length, '')
  return found
}

/** Returns the position after the parenthesis or brace that closes the one at `open`. */
function closing(source: string, open: number): number {
  let depth = 0
  let at = open
  do {
    if ('({'.includes(source.charAt(at))) depth++
    if (')}'.includes(source.charAt(at))) depth--
    at++
  } while (depth > 0)
  return at
}

/** Returns the position after the statement or block that follows a condition. */
function statementEnd(source: string, start: number): number {
  const brace = /^\s*\{/.exec(source.slice(start))
  return brace ? closing(source, start + brace[0].length - 1) : source.indexOf(';', start) + 1
}
