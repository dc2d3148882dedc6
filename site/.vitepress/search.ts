/** How the search box ranks: tasks, guides and errors before the reference, the changelog and proofs last. */
export const searchOptions = {
  options: {
    // VitePress writes both functions into the page, so they use nothing from outside.
    processTerm: (term: string) =>
      /^(0x[\da-f]{8,}|.{40,}|an?|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|is|it|its|my|of|on|or|that|the|then|this|to|use|what|where|which|with|you|your)$/i.test(
        term,
      )
        ? null
        : term.toLowerCase(),
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    boostDocument: (id: string) => {
      const boosts = {
        tasks: 3,
        guides: 2,
        errors: 1.2,
        project: 0.1,
        assurance: 0.2,
        interface: 0.2,
        contracts: 0.5,
        api: 1,
      }
      return boosts[id.split(/[/.]/)[1] as keyof typeof boosts] ?? 1.5
    },
  },
}

/** The reference is indexed by its names and first sentences, other pages but the home page without their code. */
export function toSearchText(text: string, page: string): string {
  if (page === 'site/home.md') return ''
  const prose = text.replaceAll(/^(```+)[\s\S]*?^\1$/gm, '')
  if (!page.startsWith('site/generated/')) return prose
  const [title = '', ...names] =
    prose.match(page.includes('/contracts/') ? /^#{1,3} \w+$/gm : /^#{1,2} [\w/]+$/gm) ?? []
  const isSection = /^## (Example|Parameters|Returns|Throws|Functions|Errors|Events|Constants|Types)$/
  const sentence = /^(?![#|*-])\S[\s\S]*?\.(?=\s)/m.exec(prose)?.[0] ?? ''
  return [title, sentence, ...names.filter((name) => !isSection.test(name))].join('\n\n')
}
