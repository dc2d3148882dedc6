/** The most words of a sentence. Code, links and parentheses count as one word. */
const mostWords = 30

/** Words that slow a reader down, with better ones. */
const instead: readonly [RegExp, string][] = [
  [/\b(is|are|was|were) told\b/i, 'is reported'],
  [/\b(is|are|was|were) said\b/i, 'is stated'],
  [/\b(is|are|was|were) asked of\b/i, 'is read from'],
  [/\b(who|that|which) (is|are) none\b/i, 'that is not'],
  [/\banew\b/i, 'again'],
  [/\blest\b/i, 'so that … not'],
  [/\bsomebody\b/i, 'someone'],
  [/^- Rule:/, 'the rule, without the label'],
]

/** Finds the sentences of comments and pages that need a second reading: too long, or with a word that has a better one. */
export function findHardSentences(path: string, text: string): string[] {
  const parts = path.endsWith('.md') ? readPage(text) : readComments(text)
  return parts.flatMap((part) => {
    const prose = readProse(part)
    const long = prose
      .split(/(?<=[.!?:;])\s+/)
      .map((sentence) => [sentence, sentence.split(' ').length] as const)
      .filter(([, words]) => words > mostWords)
      .map(([sentence, words]) => `${words} words, at most ${mostWords}: ${sentence.slice(0, 100)}`)
    const found = instead.flatMap(([word, better]) => {
      const match = word.exec(prose)
      return match
        ? [`"${match[0]}", rather "${better}": ${prose.slice(match.index, match.index + 100)}`]
        : []
    })
    return [...long, ...found].map((problem) => `${path}: ${problem}`)
  })
}

/** Returns the comments without their examples, and without tags that list errors. */
function readComments(text: string): string[] {
  const comments = text.matchAll(/^[ \t]*\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/\/?.*\n)+)/gm)
  return [...comments].flatMap(([, block, lines = '']) =>
    (block ?? lines)
      .replace(/^\s*(\*|\/\/\/?) ?/gm, '')
      .replace(/@example[\s\S]*/, '')
      .split(/\n\s*\n|\n(?=- |@|\|)/)
      .filter((part) => !/^(@throws|@inheritdoc|\||biome-ignore|slither|solhint)/.test(part)),
  )
}

/** Returns the paragraphs and items of a page, without code, tables and generated parts. */
function readPage(text: string): string[] {
  return text
    .replace(/```[\s\S]*?```|<!-- [a-z]+:[\s\S]*?<!-- \/[a-z]+ -->|<[^>]*>/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*#|]|\d+\.) )/)
    .filter((part) => !/^\s*[|#]/.test(part))
}

function readProse(part: string): string {
  return part
    .replace(/`[^`]*`|\{@link [^}]*\}/g, 'x')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/ ?\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
