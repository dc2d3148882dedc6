import { expect } from 'chai'
import { findHardSentences } from '../scripts/prose/findHardSentences.js'

const long = `${'word '.repeat(31).trim()}.`

describe('findHardSentences', () => {
  it('behavior: comments, NatSpec and pages', () => {
    expect(findHardSentences('a.ts', `/** ${long} */\n// It is told.\n`)).length(2)
    expect(findHardSentences('A.sol', `/// @dev ${long}\n/// @notice An account, that is none.\n`)).length(2)
    expect(findHardSentences('a.md', `${long}\n\n- ${long}\n- A status, which is told.\n`)).length(3)
  })

  it('behavior: a sentence of 30 words passes, and parentheses do not count', () => {
    const short = 'word '.repeat(29)
    expect(findHardSentences('a.md', `${short}end.`)).deep.equal([])
    expect(findHardSentences('a.md', `${short}end (${long}). ${short}end.`)).deep.equal([])
  })

  it('behavior: names the word and a better one', () => {
    expect(findHardSentences('a.ts', '/**\n * Parses it.\n *\n * - Rule: the first counts.\n */')).deep.equal(
      ['a.ts: "- Rule:", rather "the rule, without the label": - Rule: the first counts.'],
    )
  })

  it('behavior: ignores code, examples, tables and lists of errors', () => {
    expect(
      findHardSentences('a.ts', `const a = '${long}'\n/**\n * It runs.\n *\n * @throws ${long}\n */`),
    ).deep.equal([])
    expect(findHardSentences('a.ts', `/**\n * @example\n * // ${long}\n */`)).deep.equal([])
    expect(
      findHardSentences('a.md', `\`\`\`ts\n// ${long}\n\`\`\`\n\n| ${long} |\n\nSee \`${long}\`.\n`),
    ).deep.equal([])
  })
})
