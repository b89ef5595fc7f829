#ifndef EDGE
#	define EDGE 12
#endif

__device__ float
	PickOrZero(
		const float *	Source,
		int		Row,
		int		Column,
		int		Rows,
		int		Columns
	)
	{
	if (Row < Rows)
		{
		if (Column < Columns)
			{
			return Source[Row * Columns + Column];
			}
		}
	return 0.0F;
	}

__global__ void
	Product(
		const float *	Left,
		const float *	Right,
		float *		Out,
		int		LeftRows,
		int		Shared,
		int		RightColumns
	)
	{
	__shared__ float	L[EDGE * EDGE];
	__shared__ float	R[EDGE * EDGE];
	int			Here = threadIdx.y * EDGE + threadIdx.x;
	int			Row = blockIdx.y * EDGE + threadIdx.y;
	int			Column = blockIdx.x * EDGE + threadIdx.x;
	int			Step;
	int			First;
	float			Sum = 0.0F;

	for (First = 0; First < Shared; First += EDGE)
		{
		L[Here] = PickOrZero(Left, Row, First + threadIdx.x, LeftRows, Shared);
		R[Here] = PickOrZero(Right, First + threadIdx.y, Column, Shared, RightColumns);
		__syncthreads();

		for (Step = 0; Step < EDGE; Step++)
			{
			Sum += L[threadIdx.y * EDGE + Step] * R[Step * EDGE + threadIdx.x];
			}
		__syncthreads();
		}

	if (Row < LeftRows && Column < RightColumns)
		{
		Out[Row * RightColumns + Column] = Sum;
		}
	}
