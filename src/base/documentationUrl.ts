/** The address of the documentation's site, without a slash at the end; empty while it has none. */
export const documentationUrl: string = ''
