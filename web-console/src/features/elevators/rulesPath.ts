/** Where the rules are; their feature is made of this one, and so is not asked. */
export const RULES = { path: '/elevators/access-rules' }
