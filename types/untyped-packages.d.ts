// Packages without types of their own that are only handed on, never called.
declare module '@babel/preset-env';
declare module '@babel/preset-typescript';
declare module '@babel/plugin-transform-react-jsx';
