const shortest = 8

/**
 * Takes a URL out of text that a server or a library wrote, and of its parts those that may hold a key: path, query, user
 * and password, also single segments and values of 8 or more characters.
 */
export function hideUrl(text: string, url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return text
  const { href, pathname, search, username, password } = new URL(url)
  const pieces = `${pathname}${search}`.split(/[/?&=]/).filter(({ length }) => length >= shortest)
  const hidden = [url, href, pathname, search, username, password, ...pieces]
    .flatMap((part) => [part, decode(part)])
    // Without a path it is a slash.
    .filter(({ length }) => length > 1)
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
