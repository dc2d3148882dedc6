/** The URL of the documentation site, without a slash at the end. Empty while there is no site. */
export const documentationUrl: string = ''
