import { globSync } from 'node:fs'
import { read, root } from './scope.js'

type Title = { file: string; pattern: RegExp }

const titles: Title[] = globSync('test/**/*.test.ts', { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/\bit\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`),/g)].map(
    ([, single, double, template]) => ({ file, pattern: toPattern(single ?? double ?? '', template) }),
  ),
)
for (const file of globSync('test/solidity/**/*.sol', { cwd: root })) {
  for (const [, name = ''] of read(file).matchAll(/\bfunction ((?:test|testFuzz|invariant)_\w+)\(/g)) {
    titles.push({ file, pattern: toPattern(name) })
  }
}

/** Creates a pattern. Each expression of a template matches some words. */
function toPattern(text: string, template = text): RegExp {
  const parts = template.split(/\$\{.*?\}/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)')}$`)
}

/** Returns the test files with a test of this title. The values of a template's expressions must be in the file too. */
export function findTestFiles(title: string): string[] {
  const found = titles.filter(({ file, pattern }) => {
    const match = pattern.exec(title)
    return match?.slice(1).every((part) => part.split(' ').every((word) => read(file).includes(word)))
  })
  return [...new Set(found.map(({ file }) => file))].sort()
}
