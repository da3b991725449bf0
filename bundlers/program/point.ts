export class Point {
	x: number;
	y: number;
	constructor(x: number, y: number) {
		this.x = x;
		this.y = y;
	}

	get length(): number {
		return Math.hypot(this.x, this.y);
	}
}
