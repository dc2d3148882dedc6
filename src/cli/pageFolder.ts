import { fileURLToPath } from 'node:url'

/** Where `npm run build` writes. */
export const pageFolder = fileURLToPath(new URL('../../dist/page', import.meta.url))
