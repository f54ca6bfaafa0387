const FIRST = /^\/($|auth\/login|admin\/(dashboard|clients)|client\/portal\/reminders)/

/** Whether a visit to this address begins with what comes first, and can have the rest later (rest.ts). */
export const isFirstPage = (pathname: string): boolean => FIRST.test(pathname)

/** The style sheet of all other pages; undefined where the build has made one of both, and one of all texts. */
export const restOfStyle = document.querySelector<HTMLMetaElement>('meta[name="portal-rest"]')?.content
