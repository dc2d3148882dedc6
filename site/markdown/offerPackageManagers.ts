import type { MarkdownRenderer } from 'vitepress'

const managers = { pnpm: 'pnpm add', yarn: 'yarn add', bun: 'bun add' }

/** Shows a block that is one `npm install` as tabs of package managers. */
export function offerPackageManagers(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before('normalize', 'package-managers', (state) => {
    state.src = state.src.replaceAll(
      /^```sh\n(npm install (.+))\n```$/gm,
      (_, command: string, packages: string) => {
        const tabs = Object.entries({ npm: 'npm install', ...managers }).map(
          ([name, start]) =>
            `\`\`\`sh [${name}]\n${start} ${packages.replace('--save-dev', name === 'npm' ? '--save-dev' : '-D')}\n\`\`\``,
        )
        return command.includes('&&')
          ? `\`\`\`sh\n${command}\n\`\`\``
          : `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`
      },
    )
  })
}
