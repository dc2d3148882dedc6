import { type PageSetup, setupName } from './pageSetup.js'

/** The setup of `fillproof inspect`; undefined if the page is served as static files. */
export const setup: PageSetup | undefined =
  JSON.parse(document.querySelector(`meta[name=${setupName}]`)?.getAttribute('content') || 'null') ??
  undefined
