import { type PageSetup, setupName } from '../pageSetup.js'

/** The command's setup; undefined in static files. */
export const setup: PageSetup | undefined =
  JSON.parse(document.querySelector(`meta[name=${setupName}]`)?.getAttribute('content') || 'null') ??
  undefined
