import { read } from './scope.js'
import { sections } from './sections.js'

/** Returns a page with the text of each of its sections between its marks: `<!-- name -->` and `<!-- /name -->`. */
export function fillMarks(page: string): string {
  const own = Object.entries(sections).filter(([, section]) => section.page === page)
  return own.reduce((text, [name, section]) => {
    const [before, after] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
    const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)]
    if (start < before.length || end < start) throw new Error(`${page} has no marks of ${name}`)
    return text.slice(0, start) + section.describe() + text.slice(end)
  }, read(page))
}
