/** What the docstrings' labels and TypeDoc's headings are called on a page. */
const headings = { Throws: 'Errors', 'Type Declaration': 'Fields', Properties: 'Fields', Extends: 'Is a' }
const labels = { Trust: 'Who is trusted', Units: 'Units', Warning: 'Careful' }

/** Writes a page of the reference in plain words, and puts the import line and the example of a function first. */
export function arrangePage(text: string): string {
  const plain = text
    .replaceAll(/^- Rule: (\w)/gm, (_, letter: string) => `- ${letter.toUpperCase()}`)
    .replaceAll(/^- (Trust|Units|Warning): /gm, (_, label: keyof typeof labels) => `- **${labels[label]}**: `)
    .replaceAll(
      /^(#+) (Throws|Type Declaration|Properties|Extends)$/gm,
      (_, marks: string, name: keyof typeof headings) => `${marks} ${headings[name]}`,
    )
  const [example] = /^## Example\n\n[\s\S]*?(?=^## |$(?![\s\S]))/m.exec(plain) ?? []
  const [signature] = /^```ts\nfunction [\s\S]*?^```\n\n/m.exec(plain) ?? []
  if (!example || !signature) return plain
  const [head = '', ...rest] = plain.replace(example, '').replace(signature, '').split('\n\n')
  const [sentence = '', ...others] = rest
  return [head, sentence, example.trim(), '## Signature', signature.trim(), ...others].join('\n\n')
}
