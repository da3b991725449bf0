// What is known to look at no object that it is not given, and to call no function of the program.

/** Steps that do nothing but what their parts do. */
export const STILL = new Set([
	...['Identifier', 'ThisExpression', 'Super', 'MetaProperty', 'PrivateName', 'Import'],
	...['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral'],
	...['RegExpLiteral', 'TemplateElement', 'Directive', 'DirectiveLiteral'],
	...['ArrayExpression', 'ObjectExpression', 'SequenceExpression'],
	...['ConditionalExpression', 'LogicalExpression', 'ExpressionStatement', 'BlockStatement'],
	...[
		'EmptyStatement',
		'IfStatement',
		'LabeledStatement',
		'VariableDeclaration',
		'SwitchStatement',
	],
	...['SwitchCase', 'BreakStatement', 'ContinueStatement', 'WhileStatement', 'DoWhileStatement'],
	...['ForStatement', 'ArrayPattern', 'ObjectPattern', 'AssignmentPattern', 'RestElement'],
]);

/** Functions of the platform that call none of the program's, and do not throw. */
export const QUIET =
	/^(console\.\w+|Math\.\w+|Date\.now|performance\.now|process\.(hrtime|memoryUsage|uptime)|process\.stdout\.write|Promise\.(all|allSettled|any|race|resolve)|Object\.(keys|values|entries|is)|Array\.(isArray|of)|Number(\.is\w+)?|String|Boolean|isNaN|isFinite|parseInt|parseFloat|clear(Timeout|Interval|Immediate))$/;

/** What they are given runs in a later turn. */
export const DEFERRING = /^(queueMicrotask|setTimeout|setImmediate|setInterval)$/;

/** Methods that keep what they are given as it is. */
export const STORING = /^(push|unshift|add|set)$/;
