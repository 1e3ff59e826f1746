import { makePassword } from '@/kit/form'

/** Letters and digits with some of each kind, for phones and panels that are typed into by hand. */
export const generateSipPassword = () => makePassword(16, { digits: 4, lower: 4, upper: 4 })
