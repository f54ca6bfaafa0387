const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a hostname, normalised by the URL class, is loopback. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)
