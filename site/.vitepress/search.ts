/** How the search box ranks: tasks and guides before the reference, the changelog and proofs last. */
export const searchOptions = {
  options: {
    // VitePress writes both functions into the page, so they use nothing from outside.
    processTerm: (term: string) => {
      const word = term.toLowerCase()
      const common =
        'an and are can do does for from how in is it my of on or that the this to what where with your'
      return common.split(' ').includes(word) || /^(.|0x[\da-f]{8,}|.{40,})$/.test(word) ? null : word
    },
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    boostDocument: (id: string) => {
      const boosts = { tasks: 3, guides: 2.3, contracts: 0.5, project: 0.1, assurance: 0.2, interface: 0.2 }
      return boosts[id.split(/[/.]/)[1] as keyof typeof boosts] ?? 1.5
    },
  },
}

/** The reference is indexed by its names and its first sentence, other pages but the home page without their code. */
export function toSearchText(text: string, page: string): string {
  const prose = page === 'site/home.md' ? '' : text.replaceAll(/^(```+)[\s\S]*?^\1$/gm, '')
  if (!page.startsWith('site/generated/')) return prose
  const [sentence = ''] = /^(?![#|*-])\S[\s\S]*?\.(?=\s)/m.exec(prose) ?? []
  const names = prose.match(/^#{1,3} [\w/]+(?= {#|$)/gm) ?? []
  const isSection =
    /^## (Example|Signature|Parameters|Returns|Functions|Errors|Events|Constants|Types)$|^### (Is a|Fields|Methods)$/
  const [title, ...others] = names.filter((name) => !isSection.test(name))
  return [title, sentence, ...others].join('\n\n')
}
