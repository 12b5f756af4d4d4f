/** VitePress's own theme with Candor's colours, diagrams, and the API reference as a layout of its own. */
import DefaultTheme from 'vitepress/theme';
import type { Theme } from 'vitepress';
import Diagram from './diagram.vue';
import Reference from './reference.vue';
import './colours.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram);
    app.component('reference', Reference);
  },
};

export default theme;
