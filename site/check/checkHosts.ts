import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '../paths.js'

const loaded = [
  /<(?:script|img|iframe|source|video)\b[^>]*\bsrc="(?:https?:)?\/\/[^"]*"/g,
  /<link\b[^>]*\bhref="(?:https?:)?\/\/[^"]*"/g,
  /(?:@import|url\()\s*\(?['"]?(?:https?:)?\/\/[^'")\s]*/g,
]

/** No page loads anything from another host. */
export function checkHosts(): string[] {
  return globSync('**/*.{html,css}', { cwd: built }).flatMap((file) => {
    const text = readFileSync(join(built, file), 'utf8')
    return loaded.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file} loads ${found}`))
  })
}
