/** Where devices are found in a network. */
export const SEARCH_PATH = '/devices/search'
