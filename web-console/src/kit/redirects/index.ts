export * from './redirects'
