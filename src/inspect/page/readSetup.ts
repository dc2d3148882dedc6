import { type PageSetup, setupName } from '../pageSetup.js'

/** What the command tells; undefined in static files. */
export function readSetup(): PageSetup | undefined {
  const content = document.querySelector(`meta[name=${setupName}]`)?.getAttribute('content')
  return content ? JSON.parse(content) : undefined
}
