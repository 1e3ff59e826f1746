export * from './preferences'
