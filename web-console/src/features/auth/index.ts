export { ChooseProjectPage } from './ChooseProjectPage'
export { LoginPage } from './LoginPage'
