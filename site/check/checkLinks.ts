import { formatErrors, validateFolder } from 'check-html-links'
import { built } from '../paths.js'

/** Every link of every page leads to a page, and to an anchor of it. */
export async function checkLinks(): Promise<string[]> {
  const errors = await validateFolder(built, {})
  return errors.length > 0 ? [formatErrors(errors, built)] : []
}
