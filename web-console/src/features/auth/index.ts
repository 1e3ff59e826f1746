import { termsPage } from '@/features/terms'
import type { PageModule } from '@/kit/resource'

export { useSignInAgain } from './useSignInAgain'

/** Who may see a page before the console: guests only, those with sessions, or everybody. */
export type AuthRule = 'guest' | 'sessions' | 'open'

export interface AuthPage {
  path: string
  rule: AuthRule
  page: PageModule
  /** It has no control of antd, which is loaded before any other. */
  isNative?: true
}

/** The pages before the console. */
export const authPages: AuthPage[] = [
  { path: '/login', rule: 'guest', page: () => import('./LoginPage'), isNative: true },
  { path: '/login/callback', rule: 'guest', page: () => import('./ProviderCallbackPage') },
  { path: '/choose-project', rule: 'sessions', page: () => import('./ChooseProjectPage') },
  { path: '/registration/:token?', rule: 'guest', page: () => import('./RegistrationPage') },
  {
    path: '/registration/confirm/:token',
    rule: 'open',
    page: () => import('./ConfirmAccountPage'),
  },
  {
    path: '/self-registration/:token?',
    rule: 'guest',
    page: () => import('./SelfRegistrationPage'),
  },
  { path: '/password/recovery', rule: 'guest', page: () => import('./RecoveryPage') },
  { path: '/password/reset/:token', rule: 'guest', page: () => import('./ResetPage') },
  { ...termsPage, rule: 'open', isNative: true },
]
