/** Where many users are made from a table. */
export const IMPORT_PATH = '/users/import'
