/** Vite compiles these; TypeScript only needs to know that they are components. */
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
