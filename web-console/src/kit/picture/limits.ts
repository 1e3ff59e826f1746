/** What the server takes for a picture. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
