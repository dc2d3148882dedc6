const shortest = 8

/**
 * Removes a URL from text that a server or a library wrote. Also removes the parts of the URL that may hold a key: user,
 * password, and every path, query, segment and value of 8 or more characters. Shorter ones may be common words.
 */
export function hideUrl(text: string, url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return text
  const { href, pathname, search, username, password } = new URL(url)
  const parts = [pathname, search, ...`${pathname}${search}`.split(/[/?&=]/)]
  const hidden = [url, href, username, password, ...parts.filter(({ length }) => length >= shortest)]
    .filter((part) => part !== '')
    .flatMap((part) => [part, decode(part)])
    .sort((one, other) => other.length - one.length)
    .map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return text.replace(new RegExp(hidden.join('|'), 'gi'), '[url]')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
