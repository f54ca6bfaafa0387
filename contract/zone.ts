/** Where the practices are: their days begin there, and their appointments are told in its time. */
export const ZONE = 'Europe/Amsterdam'
