/** The root of the portal API: editable in the built index.html. */
export const apiRoot = document.querySelector<HTMLMetaElement>('meta[name="portal-api-root"]')?.content || '/api'
