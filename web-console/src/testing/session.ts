/** Somebody who is signed in to one project. What they may do is in the answer of /profile. */
export const session = {
  sessions: [
    {
      token: 'a',
      refresh: 'r',
      project: { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false },
    },
  ],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
