/** Open to everybody, signed in or not. */
export const termsPage = {
  path: '/terms-and-conditions',
  page: () => import('./TermsPage'),
} as const
