const FORMER_OUTLET = /^\/client\/portal\/?\(client:(reminders|settings)\)\/?$/

/** Returns the page in a URL of the former portal, such as `/client/portal/(client:settings)`; takes a decoded path. */
export const formerPage = (path: string): string | undefined => FORMER_OUTLET.exec(path)?.[1]
