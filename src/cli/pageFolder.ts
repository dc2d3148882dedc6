import { fileURLToPath } from 'node:url'

/** The folder to which `npm run build` writes the page. */
export const pageFolder = fileURLToPath(new URL('../../dist/page', import.meta.url))
