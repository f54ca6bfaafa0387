const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name, as the URL class writes it, is this machine's own. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)
